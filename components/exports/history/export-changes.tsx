'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { announce } from '#components/ui/announce.tsx'
import { copyText } from '#components/ui/browser/copy-text.ts'
import { Button } from '#components/ui/button.tsx'
import { Textarea } from '#components/ui/field/input.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CheckIcon, CopyIcon } from '#components/ui/icons.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { type ExportChanges as Answer, EXPORT_CHANGES, type ExportChange } from '#lib/exports/contract.ts'
import { toSizeText } from '#lib/portrait-api/size-text.ts'

const ROWS_MAX = 6

/** Changes that require a removal come first, because the receiving system does not report them; then what is new. */
const ORDER = EXPORT_CHANGES.toReversed()
const TO_REMOVE = new Set<ExportChange['change']>(['left', 'withdrawn', 'renamed', 'old_name'])

export function ExportChanges({ of: { data: changes, size } }: { of: Answer }) {
  const t = useTranslations('exports.history.changes')
  if (changes.length === 0 && !size) return <Alert tone="positive">{t('none')}</Alert>
  const byChange = Map.groupBy(changes, ({ change }) => change)
  const files = changes.filter(({ change }) => TO_REMOVE.has(change)).flatMap(({ file_names }) => file_names)
  return (
    <div className="grid gap-5">
      {size && <SizeChange of={size} />}
      {files.length > 0 && <FilesToRemove names={files} />}
      {ORDER.map(change => {
        const people = byChange.get(change) ?? []
        if (people.length === 0) return null
        return (
          <section key={change} className="grid gap-1.5">
            <h3 className="font-medium text-sm">{t(`kinds.${change}`, { count: people.length })}</h3>
            <ul
              className="grid max-h-56 gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
              tabIndex={0}
            >
              {people.map(({ employee_id, name, mitarbeiternummer, file_names }) => (
                <li key={employee_id} className="flex flex-wrap justify-between gap-x-4">
                  <span>
                    <UserText>{name || t('deleted')}</UserText>{' '}
                    <span className="text-muted">
                      <UserText>{mitarbeiternummer}</UserText>
                    </span>
                  </span>
                  <span className="break-all font-mono text-muted">
                    <UserText>{file_names.join(', ')}</UserText>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** Warns that new photos would have another crop than those in the system. */
function SizeChange({ of: { was, now } }: { of: NonNullable<Answer['size']> }) {
  const t = useTranslations('exports.history.changes')
  const { label: wasLabel, width: wasWidth, height: wasHeight } = toSizeText(was)
  const then = { wasLabel, wasWidth, wasHeight }
  const sentence = now ? t('sizeChanged', { ...then, ...toSizeText(now) }) : t('sizeGone', then)
  return <Alert tone="warning">{sentence}</Alert>
}

/** File names that the receiving system must no longer show, one a line, ready to copy. */
function FilesToRemove({ names }: { names: string[] }) {
  const t = useTranslations('exports.history.changes')
  const field = useRef<HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState(false)

  async function copy() {
    if (!field.current || !(await copyText(field.current))) return
    setCopied(true)
    announce(t('copied'))
  }

  return (
    <div className="grid gap-2">
      <Alert tone="warning">{t('remove', { count: names.length })}</Alert>
      <Textarea
        ref={field}
        readOnly
        aria-label={t('files')}
        rows={Math.min(names.length, ROWS_MAX)}
        value={names.join('\n')}
        className="px-3 py-2 font-mono text-sm"
      />
      <Button size="small" className="justify-self-start" onClick={copy}>
        {copied ? <Icon of={CheckIcon} /> : <Icon of={CopyIcon} />}
        {copied ? t('copied') : t('copy')}
      </Button>
    </div>
  )
}
