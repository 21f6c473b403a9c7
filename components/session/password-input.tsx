'use client'

import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Input } from '#components/ui/field/input.tsx'
import { Icon } from '#components/ui/icon.ts'
import { EyeIcon, EyeOffIcon } from '#components/ui/icons.ts'

/** Password field that can show its text. It is hidden again on every mount. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const t = useTranslations('passwords')
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="h-9 ps-3 pe-10"
        {...props}
      />
      <button
        type="button"
        aria-label={shown ? t('hide') : t('show')}
        title={shown ? t('hide') : t('show')}
        onClick={() => setShown(!shown)}
        className="absolute end-1 top-1 grid size-7 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
      >
        {shown ? <Icon of={EyeOffIcon} /> : <Icon of={EyeIcon} />}
      </button>
    </span>
  )
}
