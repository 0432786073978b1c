import { localDay } from '@shared/model/image'

const two = (value: number): string => String(value).padStart(2, '0')

export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly day: string
  /** `HH:MM:SS` */
  readonly time: string
  /** How far it is from UTC: `+HH:MM`. */
  readonly zone: string
}

/** As a camera writes it: by the computer's clock. */
export function localTime(milliseconds: number): LocalTime {
  const date = new Date(milliseconds)
  const ahead = -date.getTimezoneOffset()
  const zone = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return {
    day: localDay(milliseconds),
    time: time.map(two).join(':'),
    zone: `${ahead < 0 ? '-' : '+'}${zone.map(two).join(':')}`,
  }
}
