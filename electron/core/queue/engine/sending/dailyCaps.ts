import { type AppError, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import { addCosts, costOf, fitsCap } from '@shared/model/cost'
import { type PricedRequest, priceOf } from '@shared/model/prices'
import type { Connections } from '../../../connections/connections'
import { causeOf } from '../../../connections/holdCauses'
import type { Costs } from '../../rows/costs'

type Capped = Pick<Connection, 'id' | 'prices' | 'dailyCap'>

/** Decides, one request after the other, whether a request may still be sent today, and counts it if so. */
export type Allowance = (request: PricedRequest) => boolean

/** What a connection may still spend today. Without a price nobody knows whether a request fits, so it doesn't. */
export function allowanceOf({ id, prices, dailyCap }: Capped, costs: Pick<Costs, 'towardsCap'>): Allowance {
  if (dailyCap === null) return () => true
  let spent: number | null = null
  return (request) => {
    const price = priceOf(prices, request)?.credits ?? null
    if (price === null) return false
    spent ??= costs.towardsCap(id)
    if (!fitsCap(dailyCap, spent, price)) return false
    spent = addCosts([costOf(1, spent), costOf(1, price)]).credits
    return true
  }
}

/** Holds the sends of connections whose next request would pass their daily cap, and releases them automatically. */
export interface DailyCaps {
  /** Holds the connection if its cap stops the next request. */
  hold(connection: Connection): void
  /**
   * Checks again what a cap holds: midnight passed, the cap was raised, a price was set, or a request wasn't billed.
   * True while a cap still holds anything.
   */
  review(): boolean
}

export function createDailyCaps(deps: {
  readonly connections: Pick<Connections, 'list' | 'hold' | 'release'>
  readonly costs: Pick<Costs, 'towardsCap'>
  /** The requests that a connection sends next. */
  readonly nextRequests: (connectionId: string) => readonly PricedRequest[]
}): DailyCaps {
  const { connections, costs, nextRequests } = deps

  function problem(connection: Connection): AppError | null {
    const { id, dailyCap: cap, prices } = connection
    if (cap === null) return null
    for (const request of nextRequests(id)) {
      if (allowanceOf(connection, costs)(request)) continue
      const { model } = request
      const price = priceOf(prices, request)?.credits ?? null
      if (price === null) return appError('priceMissing', { params: { model } })
      if (price > cap) return appError('dailyCapTooLow', { params: { model, price, cap } })
      return appError('dailyCapReached', { params: { cap } })
    }
    return null
  }

  return {
    hold(connection) {
      const error = problem(connection)
      if (error !== null) connections.hold(connection.id, error, { polls: false })
    },
    review() {
      let holds = false
      for (const connection of connections.list()) {
        const { id, hold } = connection
        if (hold === null || causeOf(hold.error) !== 'cap') continue
        const error = problem(connection)
        if (error === null) {
          connections.release(id, 'cap')
          continue
        }
        holds = true
        if (!isSame(error, hold.error)) connections.hold(id, error, { polls: false })
      }
      return holds
    },
  }
}

function isSame(one: AppError, other: AppError): boolean {
  return one.code === other.code && JSON.stringify(one.params) === JSON.stringify(other.params)
}
