/** The person's own variant of the catalogue's language, for dates and times; the language itself otherwise. */
export function localeOf(language: string): string {
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
}
