import type { AppError } from '@shared/errors'
import { type Connection, type ConnectionTest, connectionDraftSchema } from '@shared/model/connection'
import { unitPrice } from '@shared/model/prices'
import { serviceAddress } from '@shared/model/serviceAddress'
import { useEffect, useState } from 'react'
import { appErrorOf } from '../../client/failure'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { oneLine } from '../../text/errorText'
import {
  type ConnectionForm,
  type FormField,
  type FormProblem,
  formFields,
  formOf,
  modelsOf,
  numberFields,
  readForm,
} from './connectionForm'

const { shape } = connectionDraftSchema

/** Failures that belong to a field, and to which one. */
const fieldOfFailure: Readonly<Partial<Record<AppError['code'], FormField>>> = {
  originLocked: 'baseUrl',
  keyMissing: 'apiKey',
}

export interface ConnectionFormState {
  readonly form: ConnectionForm
  /** Models a price can be set for. */
  readonly priced: readonly string[]
  readonly busy: 'testing' | 'saving' | null
  readonly test: ConnectionTest | null
  /** Why the last test or save did not happen, unless it is shown at a field. */
  readonly failure: AppError | null
  edit(patch: Partial<ConnectionForm>): void
  touch(field: FormField): void
  /** The path prefix that was taken from the base URL, as long as that stands; null if none was. */
  readonly prefixSet: string | null
  /** A field's error, in words. */
  problem(field: FormField): string | null
  /** Returns the first invalid field, in which case nothing is sent. */
  runTest(): Promise<FormField | null>
  save(): Promise<FormField | null>
}

export function useConnectionForm(connection: Connection | null, onSaved: () => void): ConnectionFormState {
  const { t } = useTranslation()
  const { app, client } = useStores()
  const errorText = useErrorText()
  const [form, setForm] = useState(() => formOf(connection))
  const [touched, setTouched] = useState<ReadonlySet<FormField>>(new Set())
  const [busy, setBusy] = useState<'testing' | 'saving' | null>(null)
  const [test, setTest] = useState<ConnectionTest | null>(null)
  const [prefixSet, setPrefixSet] = useState<string | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const priced = usePricedModels(connection, modelsOf(form.models))
  const id = connection?.id ?? null
  // What a connection has stays as it is until it is typed anew.
  const address = form.baseUrl === connection?.baseUrl ? null : serviceAddress(form.baseUrl)
  const apart = { ...form, ...address, pathPrefix: address?.pathPrefix ?? form.pathPrefix }
  const reading = readForm(apart, priced)

  const wordsOf = (field: FormField, problem: FormProblem): string => {
    if (problem === 'tooLong' || problem === 'creditsInvalid' || problem === 'priceSizeTwice')
      return t(`connection.${problem}`)
    if (problem !== 'outOfBounds') return oneLine(errorText({ code: problem, params: {} }))
    const number = numberFields.find((name) => name === field) ?? 'directSlots'
    const { minValue, maxValue } = shape[number]
    return t('connection.numberInvalid', { min: minValue, max: maxValue })
  }

  const takeApart = (): void => {
    if (address === null) return
    setForm(apart)
    setPrefixSet(address.pathPrefix)
  }

  /** Reads the form, then does `work` with it; a failure is shown where it belongs. */
  const withReading = async (
    kind: 'testing' | 'saving',
    work: (read: Extract<typeof reading, { ok: true }>) => Promise<void>,
  ): Promise<FormField | null> => {
    setTouched(new Set(formFields))
    takeApart()
    if (!reading.ok) return formFields.find((field) => reading.problems[field] !== undefined) ?? null
    if (busy !== null) return null
    setBusy(kind)
    setFailure(null)
    setTest(null)
    try {
      await work(reading)
      return null
    } catch (thrown) {
      const error = appErrorOf(thrown)
      setFailure(error)
      return fieldOfFailure[error.code] ?? null
    } finally {
      setBusy(null)
    }
  }

  return {
    form,
    priced,
    busy,
    test,
    failure: failure !== null && fieldOfFailure[failure.code] === undefined ? failure : null,
    edit(patch) {
      setForm({ ...form, ...patch })
      if (patch.baseUrl !== undefined || patch.pathPrefix !== undefined) setPrefixSet(null)
      setTest(null)
      setFailure(null)
    },
    prefixSet,
    touch(field) {
      if (field === 'baseUrl') takeApart()
      const problem = reading.ok ? undefined : reading.problems[field]
      // An empty field is only reported when the form is saved.
      if (problem !== 'nameEmpty' && form[field] !== '') setTouched(new Set([...touched, field]))
    },
    problem(field) {
      const problem = reading.ok ? undefined : reading.problems[field]
      if (problem !== undefined && touched.has(field)) return wordsOf(field, problem)
      return failure !== null && fieldOfFailure[failure.code] === field ? wordsOf(field, failure.code) : null
    },
    runTest: () =>
      withReading('testing', async ({ draft, apiKey }) => {
        setTest(await client.call('connections.test', { id, draft, apiKey }))
      }),
    save: () =>
      withReading('saving', async ({ draft, apiKey }) => {
        const saved = await client.call('connections.save', { id, draft, apiKey })
        if (id === null) await app.changePreferences({ connectionId: saved.id })
        onSaved()
      }),
  }
}

/**
 * The models a price can be set for: those the form names, those used without being named, and those with a price. A
 * model that is about to be sent but has no price comes first.
 */
function usePricedModels(connection: Connection | null, named: readonly string[]): readonly string[] {
  const { client, draft } = useStores()
  const [used, setUsed] = useState<readonly string[]>([])
  const [wanted] = useState(() => {
    if (connection === null) return []
    const { connectionId, draft: form } = draft.getState()
    const held = String(connection.hold?.error.params?.model ?? '')
    const next = connectionId === connection.id ? form.model.trim() : ''
    return [held, next].filter((model) => model !== '' && unitPrice(connection.prices, { model }) === null)
  })
  const id = connection?.id ?? null

  useEffect(() => {
    if (id === null) return
    let stale = false
    client.call('prompts.used', { connectionId: id }).then(
      ({ model }) => {
        if (!stale) setUsed(model)
      },
      // Models the form names get their prices without this.
      () => {},
    )
    return () => {
      stale = true
    }
  }, [client, id])

  return [...new Set([...wanted, ...named, ...used, ...Object.keys(connection?.prices ?? {})])]
}
