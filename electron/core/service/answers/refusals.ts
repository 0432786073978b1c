import type { ErrorWords as SeenWords } from './reasons'

/** What counts of an error: its codes and its sentence. */
type ErrorWords = Pick<SeenWords, 'codes' | 'message'>
type Codes = Pick<SeenWords, 'codes'>

/**
 * Why a service refused, by what it says. A code counts only as a whole: `load_balancer_error` says nothing of a balance.
 * Who asks has ruled out the statuses that leave open whether a request was processed.
 */

const moderationCodes = codes(`
  moderation moderated moderation_blocked moderation_error moderation_failed content_moderation content_moderated
  content_moderation_failed request_moderated image_moderation_blocked prompt_unsafe unsafe_prompt image_unsafe
  safety.input.text safety.input.image safety.output.image
  content_policy content_policy_violation content_policy_error content_policy_violated policy_violation
  content_filter content_filtered content_filter_error content_blocked content_rejected content_violation
  responsible_ai_policy_violation usage_policy_violation safety safety_violation safety_error safety_blocked
  safety_system blocked_by_safety prompt_blocked prompt_rejected illegal_prompt censorship_blocked
  nsfw nsfw_content nsfw_content_detected nsfw_detected sensitive sensitive_content sensitive_content_detected
  sensitive_words sensitive_words_detected input_text_sensitive_content_detected
  input_image_sensitive_content_detected output_image_sensitive_content_detected
  output_text_sensitive_content_detected prohibited_content inappropriate_content invalid_provider_content
  data_inspection_failed risk_content unsafe_content ip_infringement_suspect text_illegal_detected
  image_illegal_detected prompt_policy_violation task_prompt_policy_violation creation_policy_violation
  audit_submit_illegal safety_breach`)
const moderationPhrase = phrases(
  /content[ _-]?(policy|policies|moderation|filter|safety|security|violat)/,
  /(prompt|input|output|content|image|picture|text)( \w+){0,2} (was|were|is|are|has been|have been) (flagged|blocked|moderated|censored)/,
  /(prompt|image|content|input|request)[\w ]{0,30} violat\w{1,4} [\w' ]{0,20}(terms|polic|rule|guideline|law|standard)/,
  /\b(ip|copyright|trademark) infring|不適切|ポリシー違反|ガイドライン違反|合规问题|被拦截/,
  /(blocked|rejected|refused|flagged|stopped) (by|for|as|due to) [\w' -]{0,40}(moderation|safety|unsafe|nsfw|inappropriate|sensitive|violat|policy)/,
  /flagged by|moderation[_ ](blocked|failed|error)|rejected by [\w' -]{0,30}(moderation|filter)/,
  /(failed|did not pass|didn't pass|not pass|violat\w{1,12}|break\w{0,12}) [\w' -]{0,40}(moderation|safety|usage polic|content polic|community|guidelines|standards|review)/,
  /safety (system|check|filter|polic|reason|setting)|community (standard|guideline)|banned (prompt|word)/,
  /nsfw|(input|output)_moderation|prohibited[_ ](content|use)|disallowed words|risk (control|not pass)|(sensitive|inappropriate|explicit|unsafe|harmful) (content|words?|information|material|prompt|image)/,
  /found the content inappropriate|new_sensitive|敏感|违规|违禁|审核|不合规|内容安全|色情/,
)

const creditCodes = codes(`
  insufficient_quota insufficient_quota_error insufficient_user_quota quota_exhausted quota_not_enough
  insufficient_balance insufficient_balance_error balance_insufficient balance_not_enough
  billing_balance_not_enough account_balance_insufficient insufficient_account_balance
  insufficient_credit insufficient_credits insufficient_credits_error credit_exhausted credits_exhausted
  not_enough_credit not_enough_credits out_of_credit out_of_credits no_credit no_credits credit_limit_exceeded
  insufficient_fund insufficient_funds out_of_funds payment_required billing_hard_limit_reached
  billing_not_active billing_limit_reached account_overdue account_overdue_error arrearage account_arrears
  in_arrears used_up billing_disabled free_tier_only charge_resource_exhaust budget_exceeded 余额不足 额度不足 积分不足 欠费`)
/** A balance that is spent; a quota may be one of requests per minute. */
const balancePhrase = phrases(
  /(insufficient|not enough|no|low|out of|run out of|lacks?|lack sufficient|any|exhausted|exceeded|have enough)( \w+){0,3} (balance|credits?|funds|pollen|api tokens)\b/,
  /\b(balance|credits?|funds)( \w+){0,3} (exceeded|exhausted|insufficient|depleted|used up|too low|not enough|is empty|overdue)/,
  /(purchase|buy|add|top up|recharge)( \w+){0,3} credits?|used all( \w+){0,3} credits|overdue balance/,
  /\btop[ -]?up\b|\brecharge\b|spending limit|past invoices|billed users|billing (hard )?limit|no free calls/,
  /\barrears\b|(enable|set up|activate) billing|required (kudos|credits|coins|points|funds)\b/,
  /\b(pack|package|subscription)( \w+){0,2} (depleted|exhausted|used up|expired)/,
  /free (tier|trial|quota)[\w ]{0,30}(exhausted|used up|expired|has ended)|\bbudget( \w+){0,3} (exceeded|exhausted|reached)/,
  /余额|欠费|充值|积分不足|点数不足|额度失败|剩余额度|(额度|余量|积分|点数|配额)已?经?(用尽|用完|耗尽)/,
  /资源包.{0,6}(不足|充足|用尽|用完)|(残高|クレジット|ポイント).{0,6}(不足|足り)|недостаточно (средств|кредит)/,
)
const quotaPhrase = phrases(
  /(insufficient|not enough|no|low|out of|run out of|exhausted|exceeded)( \w+){0,3} quota\b/,
  /\bquota( \w+){0,3} (exceeded|exhausted|insufficient|depleted|used up|too low|not enough|is empty)|额度不足|配额不足/,
)

const keyCodes = codes(`
  invalid_api_key api_key_invalid incorrect_api_key missing_api_key api_key_missing api_key_expired
  api_key_disabled api_key_not_found invalid_key invalid_token token_invalid token_expired invalid_access_token
  invalid_credentials invalid_authentication authentication_error authentication_failed authentication_required
  unauthorized unauthenticated`)

const keyPhrase = phrases(
  /(invalid|incorrect|missing|wrong|expired|unknown|revoked|disabled) (api[ _-]?key|access token|credentials?)/,
  /api[ _-]?key[\w :'-]{0,20} (not valid|invalid|incorrect|missing|expired|not found|disabled|not available|revoked)/,
  /(access token|api[ _-]?key)( is)? (invalid|error)|not authenticated|login fail|auth(entication|orization)? (error|fail)|api secret key|无效的令牌|密钥(无效|错误|过期)|令牌(无效|错误|过期)/,
  /(api ?key|token|令牌|密钥).{0,3}(无效|已?失效|已过期)|(apiキー|トークン).{0,3}(無効|不正|期限)|must be logged in/,
)

/** A quota of requests per period is a rate limit: waiting ends it. */
const ratePhrase = phrases(
  /per[ -](second|minute|hour|day)|rate[ _-]?limit|too[ _-]?many[ _-]?(requests|tasks)|\b[rti]p[smd]\b|\bqps\b/,
  /throttl|(daily|hourly) [\w ]{0,20}limit|limit (reached|exceeded)[\w ,;.]{0,30}reset|(call|request) frequency|too (fast|frequent)|concurren(t|cy) |queue (is )?full|wait for the tasks/,
  /频率|频繁|限流|请求过多|繁忙|饱和|队列已满|并发|任务数.{0,6}上限/,
)
/** That of requests; what is busy further on may have begun. */
const requestRate = phrases(
  /rate[ _-]?limit|too many (requests|tasks)|\bqps\b|\b[rti]p[smd]\b|call frequency|queue (is )?full|request limit (reached|exceeded)|limit (reached|exceeded)[\w ,;.]{0,30}reset/,
  /请求(过多|频率)|频率超|队列已满|任务数.{0,6}上限/,
)
const failurePhrase = phrases(/fail|error|upstream|(while|during) (the )?generat|失败|上游|生成/)
const rateCodes = codes(`
  rate_limit rate_limited rate_limit_error rate_limit_exceeded too_many_requests request_limited throttled throttling
  token_concurrency_limit_reached concurrency_limit_reached user_rate_limit_exceeded server_overloaded
  request_limit_exceeded api_rate_limit api_rate_limit_exceeded`)

/** An account that may not use the service where it is, or before somebody has shown who they are. */
const barredPhrase = phrases(
  /(country|region|location|territory)[\w ,'-]{0,40}(not supported|unsupported|not available|not allowed|restricted|blocked)/,
  /(not supported|unsupported|not available|restricted|blocked) (in|for|from) [\w ,'-]{0,30}(country|region|location|territory)/,
  /(must|needs? to|please|has to)( be)? verif(y|ied)|(identity|organi[sz]ation|account|phone) verification|not (yet )?verified|firewall|实名|白名单|地区不支持|不支持(该|您的)?地区/,
  /\bip\b[\w ,'-]{0,30}(allow|approv|permit|restrict|white)|(allow|approv|permit|restrict|white)\w{0,6} [\w ]{0,20}\bip\b/,
)
const barredCodes = codes(`
  unsupported_country_region_territory unsupported_region region_not_supported location_not_supported
  user_location_not_supported verification_required organization_not_verified account_not_verified kyc_required`)
const modelPhrase = phrases(
  /(access|permission|allowed|activated|entitled)[\w ,'"-]{0,40} model|model[\w ,'"./:-]{0,60}(disabled|not (allowed|activated|open|available|permitted)|no access|denied)/,
  /无权(访问|使用).{0,10}模型|模型.{0,60}(未开通|无权限|已禁用)/,
)
const modelCodes = codes(
  'model_not_open model_disabled model_not_allowed model_access_denied model_permission_denied',
)

/** Something is wrong with what was asked for, not with who asks. */
const parameterPhrase = phrases(
  /parameter|must be|invalid (value|size|model|request|argument|input|n\b)|is required|missing (field|required)|unsupported|not supported|out of range|within the range|参数/,
)

/** A limit may be that of a moderation. */
const limitPhrase = /rate[ _-]?limit|too[ _-]?many[ _-]?requests|per[ -](second|minute|hour)/

/** True if the service refused the content. */
export function saysModeration(words: ErrorWords, prompt: string): boolean {
  const message = said(words, prompt)
  return namesModeration(withCode(words)) || (moderationPhrase.test(message) && !limitPhrase.test(message))
}

/** True if the account has nothing left to pay with. */
export function saysNoCredit(words: ErrorWords, prompt: string): boolean {
  const isQuota = quotaPhrase.test(said(words, prompt)) && !isRateWord(words, prompt)
  return isQuota || saysSpent(words, prompt)
}

/** The same where waiting is the rule: a quota that is used up may come back by itself. */
export function saysSpent(words: ErrorWords, prompt: string): boolean {
  return (
    !isRateWord(words, prompt) && (namesNoCredit(withCode(words)) || balancePhrase.test(said(words, prompt)))
  )
}

/** True if waiting ends it. */
export function saysLimited(words: ErrorWords, prompt: string): boolean {
  return hasCodeOf(withCode(words), rateCodes) || ratePhrase.test(said(words, prompt))
}

const isRateWord = (words: ErrorWords, prompt: string): boolean =>
  ratePhrase.test(said(words, prompt)) || words.codes.some((code) => ratePhrase.test(code.toLowerCase()))

/** The same by its codes, or in a sentence that is about the rate of requests and about no failure. */
export function saysRateAlone(words: ErrorWords, prompt: string): boolean {
  const message = said(words, prompt)
  return hasCodeOf(withCode(words), rateCodes) || (requestRate.test(message) && !failurePhrase.test(message))
}

/** True if the key is refused. */
export const saysKey = (words: ErrorWords, prompt: string): boolean =>
  namesKey(withCode(words)) || keyPhrase.test(said(words, prompt))

/** True if the account may not use the service from where it is, or before somebody has shown who they are. */
export const saysBarred = (words: ErrorWords, prompt: string): boolean =>
  hasCodeOf(withCode(words), barredCodes) || barredPhrase.test(said(words, prompt))

/** True if the account may not use the model. */
export const saysModelDenied = (words: ErrorWords, prompt: string): boolean =>
  hasCodeOf(withCode(words), modelCodes) || modelPhrase.test(said(words, prompt))

/** True if something is wrong with what was asked for. */
export const saysParameter = (words: ErrorWords, prompt: string): boolean =>
  parameterPhrase.test(said(words, prompt))

/** True if the result isn't there yet. */
export const saysUnderWay = ({ message }: Pick<ErrorWords, 'message'>): boolean =>
  /\b(in progress|still (being )?(process|run|pend|generat|queue)\w{0,4}|not (yet )?(ready|complete|finished|available yet))\b/i.test(
    message,
  )

/** Some write the code where the sentence belongs. */
const withCode = ({ codes, message }: ErrorWords): Codes => ({
  codes: /^[a-z]+(_[a-z]+)+$/i.test(message) ? [...codes, message] : codes,
})

/** True for a code that says that the account has nothing left to pay with. */
export const namesNoCredit = (words: Codes): boolean => hasCodeOf(words, creditCodes)

/** True for a code that says that the key is refused. */
export const namesKey = (words: Codes): boolean => hasCodeOf(words, keyCodes)

/** The same for the content. */
export const namesModeration = (words: Codes): boolean => hasCodeOf(words, moderationCodes)

const takenPhrase = phrases(
  /(^|[.!;,:] ?)((the|your|this) )?((request|task|job|images?|pictures?|generation|prompt) )?((was|were|is|are|has been|have been) )?(successfully )?(accepted|submitted|queued|enqueued|generated|created|completed|rendered)\b(?! by)/,
  /(upload|storage|webhook|callback|delivery|saving) (failed|error)|could not be (saved|stored|uploaded|delivered)|(已|成功)(提交|生成|接收|受理|扣费|入队)|(提交|生成)(成功|完成)|(上传|保存)失败/,
)

/** True if it was taken or made: whatever else it says, it may have been billed. */
export const saysTaken = (words: ErrorWords, prompt: string): boolean => takenPhrase.test(said(words, prompt))

const begunPhrase = phrases(
  /(^|[.!;,:] ?)((the|your|this|\d{1,3}( of \d{1,3})?) )?(request|task|job|images?|pictures?|generation) ((was|were|is|has been|have been) )?(successfully )?(submitted|generated|rendered|charged|billed)\b(?! by)/,
  /(generat(ing|ion)|render(ing)?|task|job|upstream|inference)( (has|was|of|the|your|an?|images?|pictures?)){0,4} (timed out|timeout|did not finish|didn't finish)/,
  /(while|when|after) (waiting|polling|checking|querying)\b[\w ]{0,20}(results?|images?|pictures?|tasks?|jobs?|generation)\b/,
  /(图片|图像|任务|请求|作品)(已经?|已成功)(提交|生成|受理|扣费|入队)(?![的数量])|(生成|任务|绘图)(已)?超时/,
)

/**
 * True if what was asked for had begun, though the answer is a refusal: what was refused came after it, for example to
 * store an image, or to ask for one.
 */
export const saysBegun = (words: ErrorWords, prompt: string): boolean => begunPhrase.test(said(words, prompt))

/** True if a moderation let it pass. */
export const saysPassed = (words: ErrorWords, prompt: string): boolean =>
  /\bpass(ed|es)?\b|approved|通过/.test(said(words, prompt)) &&
  !/not pass|didn't pass|未通过|不通过/.test(said(words, prompt))

/** Alternatives of which one is enough, in lower case. */
function phrases(...some: readonly RegExp[]): RegExp {
  return new RegExp(some.map(({ source }) => source).join('|'))
}

function codes(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(plain))
}

function hasCodeOf({ codes }: Codes, listed: ReadonlySet<string>): boolean {
  return codes.some((code) => [code, ...within(code)].some((one) => listed.has(plain(one))))
}

/**
 * What a code is beside being one: each end of one with dots (`Throttling.RateQuota`, `ResourceUnavailable.InArrears`), and
 * without the word that it is an error's (`err_rate_limited`, `RateLimitedException`).
 */
function within(code: string): readonly string[] {
  const parts = /^\w+(\.\w+)+$/.test(code) ? code.split('.') : []
  const ends = parts.filter((_, at) => at === 0 || at === parts.length - 1)
  return [...ends, code.replace(/^err(or)?[_-]|([_-]?error|exception)$/gi, '')]
}

/** However its words are joined: `insufficient_quota`, `InsufficientQuota`, `insufficient-quota`. */
function plain(code: string): string {
  return code.toLowerCase().replace(/[\s._-]+/g, '')
}

/** A code of several words is a sentence, too. */
function said({ codes, message }: ErrorWords, prompt: string): string {
  const sentences = [message, ...codes.filter((code) => /\S\s+\S+\s+\S/.test(code))]
  return withoutPrompt(sentences.join(' '), prompt).toLowerCase().replace(/\s+/g, ' ')
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
