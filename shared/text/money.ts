/** Sums of the user's own prices. Anything without a price is shown as unknown, never left out and never as 0. */
export const money = {
  credits_one: '{{count, number(maximumFractionDigits: 4)}} credit',
  credits_other: '{{count, number(maximumFractionDigits: 4)}} credits',
  demoCredits_one: '{{count, number(maximumFractionDigits: 4)}} demo credit',
  demoCredits_other: '{{count, number(maximumFractionDigits: 4)}} demo credits',
  number: '{{count, number(maximumFractionDigits: 4)}}',

  unknown: 'cost unknown',
  about: 'about {{amount}}',
  /** With fields that may have a price of their own. */
  atLeast: 'at least {{amount}}',
  /** What is billed: each image or each request. */
  billedPer: {
    image: '{{amount}} (billed per image)',
    request: '{{amount}} (billed per request)',
    both: '{{amount}} (partly billed per image)',
  },
  unpriced_one: '{{count, number}} request of unknown cost',
  unpriced_other: '{{count, number}} requests of unknown cost',
  partly: '{{amount}} plus {{unpriced}}',

  unknownImages_one: '{{count, number}} image of unknown cost',
  unknownImages_other: '{{count, number}} images of unknown cost',

  spent: '{{amount}} spent',
  maybeSpent: 'up to {{amount}} spent',
  maybe: 'up to {{amount}} more',
  upTo: 'up to {{amount}}',
  waiting: '{{cost}} to come',
  waitingUnknown: 'cost of the rest unknown',

  nothingToday: 'Nothing sent today',
  unknownToday: 'Cost unknown today',
  today: 'About {{amount}} today',
  maybeToday: 'Up to {{amount}} today',
  /** The parts of the queue's one line of money. */
  head: {
    today: '{{amount}} today',
    unknownToday: 'cost unknown today',
    maybe: 'up to {{amount}} more',
    inFlight: '{{amount}} in flight',
    waiting: '{{amount}} waiting',
    cap: 'cap {{cap}}',
    requests_one: '{{count, number}} request',
    requests_other: '{{count, number}} requests',
    partly: '{{amount}} plus {{count, number}} unpriced',
  },
  details: {
    title: 'Credits today',
    today: 'Spent today',
    inFlight: 'In flight',
    maybe: 'May have been billed',
    waiting: 'Waiting',
    cap: 'Daily cap',
    left: 'Left today',
    of: '{{amount}} ({{requests}})',
  },
  todayOf: '{{name}}: {{spent}}',
  costOf: '{{cost}} on {{name}}',
}
