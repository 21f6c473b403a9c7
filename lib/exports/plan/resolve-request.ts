import { isDeepStrictEqual } from 'node:util'
import { DeskError } from '#lib/errors.ts'
import type { ExportRequest, ResolvedRequest } from '#lib/exports/contract.ts'
import type { Target } from '#lib/exports/targets/target.ts'

/** Fills in the target's defaults, and throws `invalid` for settings that the target does not allow. */
export function resolveRequest(request: ExportRequest, target: Target): ResolvedRequest {
  const variant = request.variant ?? target.variant
  const size = request.size === undefined ? 'auto' : request.size
  const naming = request.naming ?? target.naming
  const may = (name: Target['overrides'][number]) => target.overrides.includes(name)
  const errors = {
    ...(!may('variant') &&
      variant !== target.variant && { variant: ['The target has a variant of its own.'] }),
    ...(!may('size') && size !== 'auto' && { size: ['The target has sizes of its own.'] }),
    ...(!may('naming') &&
      !isDeepStrictEqual(naming, target.naming) && { naming: ['The target has names of its own.'] }),
    ...(target.flat && naming.folder !== 'none' && { 'naming.folder': ['The target reads no folders.'] }),
  }
  if (Object.keys(errors).length > 0) throw new DeskError('invalid', { errors })
  return { ...request, variant, size, naming }
}
