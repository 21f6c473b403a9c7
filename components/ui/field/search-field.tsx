'use client'

import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useEarly } from '#components/ui/browser/early.ts'
import { isComposing } from '#components/ui/browser/is-composing.ts'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon, SearchIcon } from '#components/ui/icons.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { Input } from './input.tsx'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> & {
  label: string
  value: string
  onChange: (value: string) => void
  busy?: boolean
  /** Shortcut that focuses the field, shown as a hint; the page listens for it. */
  shortcut?: string
  className?: string
}

/** Searches while the user types. Escape empties the field. */
export function SearchField({
  label,
  value,
  onChange,
  busy = false,
  shortcut,
  className,
  onKeyDown,
  ...rest
}: SearchFieldProps) {
  const t = useTranslations('ui')
  const input = useRef<HTMLInputElement>(null)
  useEarly(input)

  function clear() {
    onChange('')
    input.current?.focus()
  }

  function clearOnEscape(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && value !== '' && !isComposing(event.nativeEvent)) {
      event.preventDefault()
      event.stopPropagation()
      clear()
    }
    onKeyDown?.(event)
  }

  return (
    <span className={cx('relative block', className)}>
      <Icon of={SearchIcon} className="pointer-events-none absolute start-2.5 top-2.5 text-muted" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        className="h-9 ps-8.5 pe-9"
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={clearOnEscape}
        {...rest}
      />
      {busy ? (
        <Spinner className="absolute end-2.5 top-2.5 text-muted" />
      ) : value !== '' ? (
        <button
          type="button"
          aria-label={t('clearSearch')}
          onClick={clear}
          className="absolute end-1.5 top-1.5 grid size-6 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
        >
          <Icon of={CloseIcon} className="size-3.5" />
        </button>
      ) : (
        shortcut && (
          <Kbd className="pointer-events-none absolute end-2 top-2 pointer-coarse:hidden max-sm:hidden">
            {shortcut}
          </Kbd>
        )
      )}
    </span>
  )
}
