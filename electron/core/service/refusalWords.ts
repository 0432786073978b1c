import type { ErrorWords } from './errorWords'

/** Words that are enough to show why a request was refused, whatever the status. */

const moderationCode =
  /moderat|content_?(policy|filter|violation|blocked|rejected)|policy_?violation|nsfw|safety|sensitive|prohibited_?content|inappropriate/
const moderationPhrase =
  /content[ _-]?(policy|policies|moderation|filter)|(blocked|rejected|refused|flagged|stopped) (by|for|as|due to) [\w' -]{0,40}(moderation|safety|unsafe|nsfw|inappropriate|sensitive|policy)|moderation[_ ]blocked|(failed|did not pass|violat\w+) [\w' -]{0,40}(moderation|safety|usage polic|content polic)|safety system|nsfw content|sensitive (content|words?)|prohibited content|敏感|违规|审核/

const creditCode =
  /quota|balance|credit|insufficient_?fund|billing|payment_?required|arrear|out_?of_?fund|余额|额度|欠费/
const creditPhrase =
  /(insufficient|not enough|no|low|out of|run out of|exhausted|exceeded)( \w+){0,3} (quota|balance|credits?|funds)\b|(quota|balance|credits?|funds)( \w+){0,3} (exceeded|exhausted|insufficient|depleted|used up|too low|not enough|is empty)|billing (hard )?limit|余额不足|额度不足|积分不足|欠费/

/** A quota of requests per period is a rate limit: waiting ends it. */
const ratePhrase = /per[ -](second|minute|hour|day)|rate[ _-]?limit|too[ _-]?many[ _-]?requests|\b[rt]p[md]\b/

/** True if the service refused the content. */
export function saysModeration(words: ErrorWords, prompt: string): boolean {
  return (
    words.codes.some((code) => moderationCode.test(plain(code))) || moderationPhrase.test(said(words, prompt))
  )
}

/** True if the account has nothing left to pay with. */
export function saysNoCredit(words: ErrorWords, prompt: string): boolean {
  const message = said(words, prompt)
  const codes = words.codes.map(plain)
  if (ratePhrase.test(message) || codes.some((code) => ratePhrase.test(code))) return false
  return codes.some((code) => creditCode.test(code)) || creditPhrase.test(message)
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[\s.-]+/g, '_')
}

function said({ message }: ErrorWords, prompt: string): string {
  return withoutPrompt(message, prompt).toLowerCase().replace(/\s+/g, ' ')
}

/** Characters of the prompt that a message must contain to count as an echo. */
const echoLength = 16

/** A message without any echo of the prompt, even a shortened one: those words aren't the service's. */
export function withoutPrompt(message: string, prompt: string): string {
  const wanted = prompt.trim()
  const head = wanted.slice(0, echoLength)
  if (head.length < 2) return message
  let rest = message
  let kept = ''
  for (let at = rest.indexOf(head); at >= 0; at = rest.indexOf(head)) {
    kept += `${rest.slice(0, at)}…`
    let end = at + head.length
    while (end < rest.length && rest.charAt(end) === wanted.charAt(end - at)) end++
    rest = rest.slice(end)
  }
  return kept + rest
}
