/** The part of the WHATWG URL that both sides have and this folder uses; it sees neither DOM nor Node types. */
declare class URL {
  constructor(text: string, base?: string)
  static canParse(text: string, base?: string): boolean
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly origin: string
}
