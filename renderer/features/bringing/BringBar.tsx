import type { Bringing } from '@shared/model/bringing'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useAct } from '../../parts/useAct'
import { useBringIn } from '../../parts/useBringIn'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useCommand, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'
import { successStay, ToastBar } from '../../ui/ToastBar'
import { UnbroughtFiles } from './UnbroughtFiles'

/** Brings in images on request, and shows how far that is, and what came of it, while it is `shown`. */
export function BringBar({ shown }: { readonly shown: boolean }) {
  const { t } = useTranslation()
  const { bringing, client, exports } = useStores()
  const state = useStore(bringing, ({ current }) => current)
  const isFree = useStore(exports, ({ current }) => current === null)
  const act = useAct()
  const { choose, cancel } = useBringIn()
  useTellOnce(state, shown && isFree)
  useCommand('bringImages', () => choose('files'))
  useCommand('bringFolder', () => choose('folder'))

  if (!shown || !isFree || state === null) return null
  switch (state.stage) {
    case 'looking':
    case 'looked':
      return null
    case 'running':
      return (
        <section aria-label={t('bringing.region')} className="flex max-w-full min-w-0">
          <ToastBar
            duration={null}
            action={
              <Button look="link" onClick={cancel}>
                {t('bringing.stop')}
              </Button>
            }
          >
            <Running state={state} />
          </ToastBar>
        </section>
      )
    case 'ended':
      return (
        <section aria-label={t('bringing.region')} className="flex max-w-full min-w-0">
          <ToastBar
            duration={state.failed.count === 0 ? successStay : null}
            onDone={() => void act(() => client.call('bringing.dismiss', null))}
            dismissLabel={t('frame.dismiss')}
          >
            <Ended state={state} />
          </ToastBar>
        </section>
      )
  }
}

/** A success gives way to the next toast for good, and isn't told again at the next start. */
function useTellOnce(state: Bringing | null, isShown: boolean): void {
  const { client } = useStores()
  const act = useAct()
  const told = useRef(false)
  const isSuccess = state?.stage === 'ended' && state.failed.count === 0
  useEffect(() => {
    if (isSuccess && !isShown && told.current) void act(() => client.call('bringing.dismiss', null))
    told.current = isSuccess && isShown
  }, [isSuccess, isShown, client, act])
}

function Running({ state }: { readonly state: Extract<Bringing, { readonly stage: 'running' }> }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { done, total, problem } = state
  const text = t('bringing.running', { done, total })
  return (
    <div className="flex w-64 flex-col gap-1.5">
      <p>{text}</p>
      <ProgressLine value={(100 * done) / Math.max(1, total)} label={t('bringing.progress')} />
      {problem !== null && (
        <p role="status" className="text-small text-dim">
          {t('bringing.waits', { cause: errorText(problem).cause })}
        </p>
      )}
    </div>
  )
}

function Ended({ state }: { readonly state: Extract<Bringing, { readonly stage: 'ended' }> }) {
  const { t } = useTranslation()
  const { brought, known, failed, left } = state
  return (
    <>
      <div role="status">
        <p>{brought === 0 ? t('bringing.broughtNone') : t('bringing.brought', { count: brought })}</p>
        {known > 0 && <p className="text-dim">{t('bringing.wasKnown', { count: known })}</p>}
        {left > 0 && <p className="text-dim">{t('bringing.left', { count: left })}</p>}
        {failed.count > 0 && <p className="text-bad">{t('bringing.failed', { count: failed.count })}</p>}
      </div>
      <UnbroughtFiles files={failed} />
    </>
  )
}
