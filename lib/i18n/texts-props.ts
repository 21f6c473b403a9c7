import type { ComponentProps } from 'react'
import type { IntlProvider } from 'use-intl/react'

export type TextsProps = Omit<ComponentProps<typeof IntlProvider>, 'messages'>
