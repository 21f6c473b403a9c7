import { toAddress } from '#lib/address/base-path.ts'
import 'server-only'
import type { ReactNode } from 'react'
import { paths } from '#lib/address/paths.ts'
import { getNonce } from '#lib/http/get-nonce.ts'
import { getLocale } from './get-locale.ts'
import { MoreTexts } from './more-texts.tsx'
import type { TextsOf } from './page-texts.ts'
import { getTextsName } from './texts-file.ts'

/** Hands the browser what the components in it say, besides what those around them brought. */
export async function Texts({ of, children }: { of: TextsOf; children: ReactNode }) {
  const [locale, nonce] = await Promise.all([getLocale(), getNonce()])
  const name = getTextsName(of, locale)
  return (
    <>
      <script async nonce={nonce} src={toAddress(paths.api.texts(name))} />
      <MoreTexts name={name}>{children}</MoreTexts>
    </>
  )
}
