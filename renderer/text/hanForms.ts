/** Whose way of writing the characters that Chinese, Japanese and Korean share; the style sheet has fonts for each. */
export type HanForms = 'hans' | 'hant' | 'ja' | 'ko'

const traditional = /^zh-(.*-)?(hant|tw|hk|mo)\b/i

/** By the first of the person's languages that has them; the simplified Chinese ones when none has. */
export function hanForms(languages: readonly string[]): HanForms {
  for (const tag of languages) {
    const [language = ''] = tag.toLowerCase().split('-')
    if (language === 'ja' || language === 'ko') return language
    if (language === 'zh') return traditional.test(tag) ? 'hant' : 'hans'
  }
  return 'hans'
}
