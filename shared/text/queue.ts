export const queue = { region: 'Queue' }
