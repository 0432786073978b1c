import type { TextPart } from '@shared/model/promptDifference'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'

export interface Fact {
  readonly label: string
  /** What a press copies. */
  readonly value: string
  /** Shown in place of the value. */
  readonly shown?: string
  /** The value in parts, those that were added marked. */
  readonly parts?: readonly TextPart[]
  /** Said after the value, and not copied. */
  readonly note?: string
  /** For those who don't see the marks. */
  readonly about?: string
  /** Words of a user, in any script. */
  readonly isProse?: boolean
  /** What a press does instead, and what that is called. */
  readonly link?: { readonly title: string; readonly run: () => void }
}

/** How long “Copied” stands in place of a label, in milliseconds. */
const copiedMs = 1500

/** Labels and values; a press on a value copies it, unless it is a link. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopied()
  const hint = useId()
  return (
    <>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-small leading-5">
        {facts.map((fact) => (
          <div key={fact.label} className="contents">
            <dt className="py-px text-faint">
              {/* Both take their room, so that the column keeps its width. */}
              <span className="grid *:col-start-1 *:row-start-1">
                <span className={classNames(copied === fact.label && 'invisible')}>{fact.label}</span>
                <span aria-hidden className={classNames('text-ok', copied !== fact.label && 'invisible')}>
                  {t('frame.copied')}
                </span>
              </span>
            </dt>
            <dd className="min-w-0">
              {fact.link === undefined ? (
                <CopiedValue fact={fact} hint={hint} onCopy={() => copy(fact)} />
              ) : (
                <Button
                  look="link"
                  dir="auto"
                  title={fact.link.title}
                  onClick={fact.link.run}
                  className="inline! text-start wrap-anywhere whitespace-normal!"
                >
                  {fact.value}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p id={hint} className="sr-only">
        {t('gallery.details.pressToCopy')}
      </p>
      <p role="status" className="sr-only">
        {copied !== null && t('frame.copied')}
      </p>
    </>
  )
}

interface CopiedValueProps {
  readonly fact: Fact
  /** Id of what says that a press copies. */
  readonly hint: string
  readonly onCopy: () => void
}

function CopiedValue({ fact, hint, onCopy }: CopiedValueProps) {
  const about = useId()
  const { value, shown = value, parts = [{ text: shown, isAdded: false }], note } = fact
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) onCopy()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: of a button's text, no part can be selected */}
      <div
        role="button"
        tabIndex={0}
        dir={fact.isProse ? 'auto' : undefined}
        aria-describedby={fact.about === undefined ? hint : `${about} ${hint}`}
        // The end of a selection is no press.
        onClick={() => (getSelection()?.isCollapsed ?? true) && onCopy()}
        onKeyDown={onKeyDown}
        className={classNames(
          'selectable -mx-1 w-fit max-w-[calc(100%+8px)] cursor-copy rounded-small px-1 py-px whitespace-pre-line hover:bg-raise',
          fact.isProse ? 'break-words' : 'wrap-anywhere',
        )}
      >
        {parts.map(({ text, isAdded }, at) =>
          isAdded ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
            <mark key={at} className="rounded-small bg-accent-wash text-text">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
        {note !== undefined && <span className="text-faint"> {note}</span>}
      </div>
      {fact.about !== undefined && (
        <p id={about} className="sr-only">
          {fact.about}
        </p>
      )}
    </>
  )
}

/** Copies by way of the main process, and for a moment says which fact was copied. */
function useCopied() {
  const { client } = useStores()
  const act = useAct()
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  return {
    copied,
    copy: ({ value, label }: Fact) =>
      void act(() => client.call('app.copyText', { text: value }).then(() => setCopied(label))),
  }
}
