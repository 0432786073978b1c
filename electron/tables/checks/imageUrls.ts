/** The URLs of one cell: a JSON array, or separated by white space, `|` or lines. */
export function imageUrls(cell: string): string[] {
  return listed(cell) ?? cell.split(/[\s|]+/).filter((url) => url !== '')
}

function listed(cell: string): string[] | null {
  if (!cell.trimStart().startsWith('[')) return null
  try {
    const value: unknown = JSON.parse(cell)
    return Array.isArray(value) && value.every((url) => typeof url === 'string') ? value : null
  } catch {
    return null
  }
}
