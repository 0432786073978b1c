/** Stands in for what electron-store checks schemas and migrations with, in the built app: the settings have neither. */
export class Ajv2020 {
  constructor() {
    throw new Error('the settings have no schema of electron-store')
  }
}

export default null
