import 'server-only'
import type { ReactNode } from 'react'
import { getIntlConfig } from './get-intl-config.ts'
import { MoreTexts } from './more-texts.tsx'
import type { TextsOf } from './page-texts.ts'
import { pickTexts } from './pick-texts.ts'

/** Hands the browser what the components in it say, besides what those around them brought. */
export async function Texts({ of, children }: { of: TextsOf; children: ReactNode }) {
  const { messages } = await getIntlConfig()
  return <MoreTexts texts={pickTexts(messages, of)}>{children}</MoreTexts>
}
