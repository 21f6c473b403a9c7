/**
 * Makes one call and prints the result. It is a process of its own, because Node reads an authority
 * (`NODE_EXTRA_CA_CERTS`) at its start.
 */
import { toErrorCode } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import { exchange, JSON_DEADLINES } from '#lib/portrait-api/exchange.ts'
import { askProvider } from '#lib/session/oidc/ask-provider.ts'
import { SignOnError } from '#lib/session/oidc/sign-on-error.ts'

const [whom, url = ''] = process.argv.slice(2)

console.log(JSON.stringify(await (whom === 'provider' ? asProvider() : asService()).catch(describe)))
process.exit(0)

async function asService() {
  const { status } = await exchange({
    url: new URL(url),
    method: 'GET',
    key: 'pk_0123456789',
    deadlines: JSON_DEADLINES,
    maxBytes: 1000,
  })
  return { status }
}

async function asProvider() {
  const { status } = await askProvider(url)
  return { status }
}

function describe(error: unknown) {
  if (error instanceof SignOnError) return { detail: error.detail, status: error.status }
  if (!(error instanceof DeskError)) throw error
  return { code: error.code, cause: toErrorCode(error.cause), neverSent: error.neverSent }
}
