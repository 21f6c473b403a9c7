'use client'

import type { ComponentProps } from 'react'
import { IntlProvider as UseIntlProvider } from 'use-intl/react'

/** The border between server and browser: everything that a person reads in the browser passes here. */
export function IntlProvider(props: ComponentProps<typeof UseIntlProvider>) {
  return <UseIntlProvider {...props} />
}
