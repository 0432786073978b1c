import type { ErrorWords } from './errorWords'

/**
 * Why a service refused, by what it says. A code counts only as a whole: `load_balancer_error` says nothing of a balance.
 * Who asks has ruled out the statuses that leave open whether a request was processed.
 */

const moderationCodes = codes(`
  moderation moderated moderation_blocked moderation_error moderation_failed content_moderation content_moderated
  content_moderation_failed request_moderated image_moderation_blocked image_generation_user_error
  content_policy content_policy_violation content_policy_error content_policy_violated policy_violation
  content_filter content_filtered content_filter_error content_blocked content_rejected content_violation
  responsible_ai_policy_violation usage_policy_violation safety safety_violation safety_error safety_blocked
  safety_system blocked_by_safety prompt_blocked prompt_rejected illegal_prompt censorship_blocked
  nsfw nsfw_content nsfw_content_detected nsfw_detected sensitive sensitive_content sensitive_content_detected
  sensitive_words sensitive_words_detected input_text_sensitive_content_detected
  input_image_sensitive_content_detected output_image_sensitive_content_detected
  output_text_sensitive_content_detected prohibited_content inappropriate_content invalid_provider_content
  data_inspection_failed risk_content unsafe_content`)
const moderationPhrase =
  /content[ _-]?(policy|policies|moderation|filter)|(blocked|rejected|refused|flagged|stopped) (by|for|as|due to) [\w' -]{0,40}(moderation|safety|unsafe|nsfw|inappropriate|sensitive|policy)|moderation[_ ]blocked|(failed|did not pass|violat\w+) [\w' -]{0,40}(moderation|safety|usage polic|content polic)|safety system|nsfw content|sensitive (content|words?)|prohibited content|敏感|违规|审核/

const creditCodes = codes(`
  insufficient_quota insufficient_quota_error insufficient_user_quota quota_exhausted quota_not_enough
  insufficient_balance insufficient_balance_error balance_insufficient balance_not_enough
  billing_balance_not_enough account_balance_insufficient insufficient_account_balance
  insufficient_credit insufficient_credits insufficient_credits_error credit_exhausted credits_exhausted
  not_enough_credit not_enough_credits out_of_credit out_of_credits no_credit no_credits credit_limit_exceeded
  insufficient_fund insufficient_funds out_of_funds payment_required billing_hard_limit_reached
  billing_not_active billing_limit_reached account_overdue account_overdue_error arrearage account_arrears
  in_arrears used_up 余额不足 额度不足 积分不足 欠费`)
const creditPhrase =
  /(insufficient|not enough|no|low|out of|run out of|exhausted|exceeded)( \w+){0,3} (quota|balance|credits?|funds)\b|(quota|balance|credits?|funds)( \w+){0,3} (exceeded|exhausted|insufficient|depleted|used up|too low|not enough|is empty)|billing (hard )?limit|余额不足|额度不足|积分不足|欠费/

const keyCodes = codes(`
  invalid_api_key api_key_invalid incorrect_api_key missing_api_key api_key_missing api_key_expired
  api_key_disabled api_key_not_found invalid_key invalid_token token_invalid token_expired invalid_access_token
  invalid_credentials invalid_authentication authentication_error authentication_failed authentication_required
  unauthorized unauthenticated`)

/** A quota of requests per period is a rate limit: waiting ends it. */
const ratePhrase = /per[ -](second|minute|hour|day)|rate[ _-]?limit|too[ _-]?many[ _-]?requests|\b[rt]p[md]\b/

/** True if the service refused the content. */
export function saysModeration(words: ErrorWords, prompt: string): boolean {
  return hasCodeOf(words, moderationCodes) || moderationPhrase.test(said(words, prompt))
}

/** True if the account has nothing left to pay with. */
export function saysNoCredit(words: ErrorWords, prompt: string): boolean {
  const message = said(words, prompt)
  if (ratePhrase.test(message) || words.codes.some((code) => ratePhrase.test(code.toLowerCase())))
    return false
  return namesNoCredit(words) || creditPhrase.test(message)
}

/** The same by its codes alone. */
export const namesNoCredit = (words: ErrorWords): boolean => hasCodeOf(words, creditCodes)

/** True for a code that says that the key is refused. */
export const namesKey = (words: ErrorWords): boolean => hasCodeOf(words, keyCodes)

/** The same for the content. */
export const namesModeration = (words: ErrorWords): boolean => hasCodeOf(words, moderationCodes)

function codes(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(plain))
}

function hasCodeOf({ codes }: ErrorWords, listed: ReadonlySet<string>): boolean {
  return codes.some((code) => listed.has(plain(code)))
}

/** However its words are joined: `insufficient_quota`, `InsufficientQuota`, `insufficient-quota`. */
function plain(code: string): string {
  return code.toLowerCase().replace(/[\s._-]+/g, '')
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
