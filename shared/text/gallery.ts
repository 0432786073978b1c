export const gallery = { region: 'Gallery' }
