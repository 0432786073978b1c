/** Sums of the person's own prices. What has no price is said to be unknown, never left out and never 0. */
export const money = {
  credits_one: '{{count, number(maximumFractionDigits: 4)}} credit',
  credits_other: '{{count, number(maximumFractionDigits: 4)}} credits',
  demoCredits_one: '{{count, number(maximumFractionDigits: 4)}} demo credit',
  demoCredits_other: '{{count, number(maximumFractionDigits: 4)}} demo credits',
  number: '{{count, number(maximumFractionDigits: 4)}}',

  unknown: 'cost unknown',
  about: 'about {{amount}}',
  unpriced_one: '{{count, number}} request of unknown cost',
  unpriced_other: '{{count, number}} requests of unknown cost',
  partly: 'about {{amount}} and {{unpriced}}',

  spent: '{{amount}} spent',
  maybeSpent: 'maybe {{amount}} spent',
  maybe: '{{amount}} maybe',
  waiting: '{{cost}} to come',
  waitingUnknown: 'cost of the rest unknown',

  nothingToday: 'Nothing sent today',
  unknownToday: 'Today: cost unknown',
  today: 'About {{amount}} today',
  maybeToday: 'Maybe {{amount}} today',
  todayOf: '{{name}}: {{spent}}',
  costOf: '{{cost}} on {{name}}',
}
