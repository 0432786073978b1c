/** A file whose parts aren't where its format has them: what it says can neither be removed nor replaced. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
}
