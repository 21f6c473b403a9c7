'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import type { FieldControl } from '#components/ui/field/field.tsx'
import { controlClass } from '#components/ui/field/input.tsx'
import { Icon } from '#components/ui/icon.ts'
import { UpDownIcon } from '#components/ui/icons.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { toVisible } from '#lib/text/invisible.ts'
import type { ComboboxContent, ComboboxOption } from './combobox-popup.tsx'
import { type PopupButton, usePopup } from './use-popup.ts'

type ComboboxProps = Partial<FieldControl> &
  ComboboxContent & {
    /** Renders a button that does not look like a field; spread the props that it gets. */
    button?: (props: PopupButton, chosen: ComboboxOption | undefined) => ReactNode
  }

const loadPopup = loadWithRetry(() => import('./combobox-popup.tsx'))
const ComboboxPopup = lazy(loadPopup)

/** A choice of many: a list with a search field above it. For few choices, use `Select`. */
export function Combobox(props: ComboboxProps) {
  const { label, options, value, button } = props
  const list = usePopup('dialog', loadPopup)
  const chosen = options.find(option => option.value === value)
  const shown = chosen?.label
  return (
    <>
      {button ? (
        button(list.button, chosen)
      ) : (
        <button
          type="button"
          id={props.id}
          aria-label={shown ? `${label}: ${toVisible(shown)}` : label}
          aria-describedby={props['aria-describedby']}
          data-invalid={props['aria-invalid']}
          className={controlClass('flex h-9 items-center gap-2 px-3 text-start data-invalid:border-danger')}
          {...list.button}
        >
          <span className="min-w-0 grow truncate">{shown && <UserText>{shown}</UserText>}</span>
          <Icon of={UpDownIcon} className="size-3.5 text-muted" />
        </button>
      )}
      {list.used && (
        <Suspense>
          <ComboboxPopup {...props} {...list.popup} />
        </Suspense>
      )}
    </>
  )
}
