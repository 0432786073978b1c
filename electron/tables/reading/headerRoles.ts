import { extraColumnName, extraMark, type TableRole, tableRoles } from '@shared/model/table'

/** A role that a column has by its name. */
type NamedRole = Exclude<TableRole, 'extra' | 'unused'>

/** Other names people use for a column, besides the name of its role. */
const synonyms: Readonly<Record<NamedRole, readonly string[]>> = {
  prompt: ['prompts', 'text', 'description'],
  model: ['model name'],
  size: ['dimensions', 'image size'],
  n: ['images', 'count', 'image count', 'number of images'],
  image: ['image url', 'image urls', 'reference', 'references', 'reference image', 'reference images'],
  mode: [],
  name: ['file name', 'filename'],
  key: ['id'],
}
const single = tableRoles.filter((role) => role !== 'extra' && role !== 'unused')

/**
 * The role of each column by its name. A role goes to the first column with exactly that name, otherwise to the first
 * with another name for it. Every column with the mark is an extra field.
 */
export function headerRoles(names: readonly string[]): (TableRole | null)[] {
  const plain = names.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  )
  const roles: (TableRole | null)[] = names.map(() => null)
  const give = (role: TableRole, isNamed: (name: string) => boolean): void => {
    const index = plain.findIndex((name, at) => roles[at] === null && isNamed(name))
    if (index >= 0 && !roles.includes(role)) roles[index] = role
  }
  for (const role of single) give(role, (name) => name === role)
  for (const role of single) give(role, (name) => synonyms[role].includes(name))
  return roles.map((role, at) => role ?? (isExtra(names[at] ?? '') ? 'extra' : null))
}

function isExtra(name: string): boolean {
  return name.trim().startsWith(extraMark) && extraColumnName(name) !== ''
}
