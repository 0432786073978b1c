/** The order of the gallery. */
export const sort = {
  label: 'Sort by',
  /** Accessible name of the menu. */
  shown: 'Sort by: {{order}}',
  new: 'Newest',
  old: 'Oldest',
  name: 'Name',
  size: 'Largest',
  cost: 'Costliest',
  rating: 'Most stars',
  hand: 'By hand',
}

/** Going to a day of the gallery. */
export const goToDate = {
  item: 'Go to a date…',
  /** What a press on the date of some images does. */
  hint: 'Go to another date',
  title: 'Go to a date',
  field: 'Date',
  go: 'Go',
  /** Below the field, of the day in it. */
  here_one: '{{count, number}} image',
  here_other: '{{count, number}} images',
  nearest: 'None on this day. The nearest are of {{date}}.',
  none: 'There are no images here yet.',
  /** Instead of the field. */
  noDays: 'Sorted by “{{order}}”, images of a day aren’t together.',
  sort: 'Sort by newest',
}
