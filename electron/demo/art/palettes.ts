/** The light of a picture: colours as `#rrggbb`. */
export interface Palette {
  /** The light in words, for the revised prompt. */
  readonly light: string
  /** Top and horizon. */
  readonly sky: readonly [string, string]
  /** Sun or moon, and what it touches. */
  readonly sun: string
  /** Land, far away and close by. */
  readonly far: string
  readonly near: string
  readonly night: boolean
}

const day = (
  light: string,
  sky: readonly [string, string],
  sun: string,
  far: string,
  near: string,
): Palette => ({
  light,
  sky,
  sun,
  far,
  near,
  night: false,
})

const night = (...colours: Parameters<typeof day>): Palette => ({ ...day(...colours), night: true })

export const palettes: readonly [Palette, ...Palette[]] = [
  day('at first light', ['#2f3f6b', '#f0b9a3'], '#ffe4bd', '#8d83a3', '#20283f'),
  day('in morning haze', ['#a5c4d4', '#f4ebda'], '#fffaf0', '#a6bfc2', '#2d5257'),
  day('at noon', ['#5b9fca', '#d9edf3'], '#fffbe8', '#8db7ab', '#1e5647'),
  day('in golden light', ['#dd9a57', '#fbe8b9'], '#fff6da', '#cd8a57', '#56291f'),
  day('at dusk', ['#3b2b5a', '#e38588'], '#ffd3ac', '#7c507d', '#201633'),
  day('after rain', ['#5b7c84', '#d1ddd4'], '#f8f6e6', '#7d9d95', '#1d3836'),
  day('in autumn', ['#cfae8e', '#f5e3c6'], '#fff5e2', '#c2713f', '#472417'),
  day('at the end of summer', ['#7ab2bc', '#fbe5b8'], '#fff3cf', '#8fab6c', '#2c4628'),
  day('in rose light', ['#c4859a', '#fbe5dd'], '#fff5ee', '#b1778f', '#46223d'),
  night('by moonlight', ['#0c1930', '#36567e'], '#e9eff8', '#2e4a6c', '#070f1d'),
  night('in the blue hour', ['#14274a', '#7da0c9'], '#f6ecd6', '#496c98', '#0c1a30'),
  night('under northern lights', ['#07172a', '#1f5b5b'], '#d8f5e4', '#1e4852', '#041119'),
]

/** The colour that is `share` of the way from one to the other, 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16)
    const b = Number.parseInt(to.slice(at, at + 2), 16)
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
