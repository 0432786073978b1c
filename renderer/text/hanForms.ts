/** The variants of the characters that Chinese, Japanese and Korean share; the style sheet has fonts for each. */
export type HanForms = 'hans' | 'hant' | 'ja' | 'ko'

const traditional = /^zh-(.*-)?(hant|tw|hk|mo)\b/i

/** Taken from the first of the user's languages that has a variant; simplified Chinese if none has. */
export function hanForms(languages: readonly string[]): HanForms {
  for (const tag of languages) {
    const [language = ''] = tag.toLowerCase().split('-')
    if (language === 'ja' || language === 'ko') return language
    if (language === 'zh') return traditional.test(tag) ? 'hant' : 'hans'
  }
  return 'hans'
}
