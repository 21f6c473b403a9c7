'use client'

import { type ComponentProps, useRef } from 'react'
import { useEarly } from '#components/ui/browser/early.ts'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { ChevronDownIcon } from '#components/ui/icons.ts'
import { controlClass } from './input.tsx'

/** The browser's own list with the desk's styling: it is the most accessible one there is. */
export function Select({ className = 'h-9 ps-3', children, ...rest }: Omit<ComponentProps<'select'>, 'ref'>) {
  const select = useRef<HTMLSelectElement>(null)
  useEarly(select)
  return (
    <span className="relative inline-grid w-full">
      <select ref={select} className={controlClass(cx('appearance-none truncate pe-8', className))} {...rest}>
        {children}
      </select>
      <Icon
        of={ChevronDownIcon}
        className="pointer-events-none absolute end-2.5 top-1/2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
