import { useStores } from '../../stores/storesContext'

/** Sorts by a column: upwards, then downwards, then by the file again. */
export function useSorting(): (column: number) => void {
  const { table } = useStores()
  return (column) => {
    const { sort } = table.getState().view
    if (sort?.column !== column) table.show({ sort: { column, descending: false } })
    else table.show({ sort: sort.descending ? null : { column, descending: true } })
  }
}
