import 'server-only'

/** Prefixes of names that only the desk uses. `APP_`, `DATA_` and the like belong to other programs too. */
const OWN_NAME = /^(?:PORTRAIT_API|(?:ACTIVITY|DELIVERY|OIDC|PHOTO_STORE|QUOTA)_)/i
/**
 * Kubernetes describes every service of a namespace in variables such as `OIDC_SERVICE_HOST` and `OIDC_PORT_443_TCP`.
 */
const SERVICE_LINK = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_\w+)?)$/

/** Lists variables that are meant for the desk although it has no such setting, each in a sentence for the operator. */
export function findUnknownSettings(
  names: readonly string[],
  known: readonly string[],
  secrets: readonly string[],
): string[] {
  const all = [...known, ...secrets.map(name => `${name}_FILE`)]
  return names
    .filter(name => !all.includes(name))
    .flatMap(name => {
      const stem = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : ''
      if (stem.includes('_') && known.includes(stem))
        return `${name} is no setting of the desk: only ${secrets.join(', ')} can be given as a file.`
      return OWN_NAME.test(name) && !SERVICE_LINK.test(name) ? `${name} is no setting of the desk.` : []
    })
}
