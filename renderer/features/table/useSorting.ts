import { useStores } from '../../stores/storesContext'

/** Sorts by a column: ascending, then descending, then in the file's order again. */
export function useSorting(): (column: number) => void {
  const { table } = useStores()
  return (column) => {
    const { sort } = table.getState().view
    if (sort?.column !== column) table.show({ sort: { column, descending: false } })
    else table.show({ sort: sort.descending ? null : { column, descending: true } })
  }
}
