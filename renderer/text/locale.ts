/** The user's variant of the catalogue's language, for dates and times; otherwise the language itself. */
export function localeOf(language: string): string {
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
}
