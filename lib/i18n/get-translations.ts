import 'server-only'
import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core'
import { getIntlConfig } from './get-intl-config.ts'

/** The texts of one namespace in the language of this request, for server components. */
export async function getTranslations<const Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>>>(
  namespace: Namespace,
) {
  return createTranslator({ ...(await getIntlConfig()), namespace })
}
