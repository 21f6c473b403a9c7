import 'server-only'
import { singleton } from '#lib/singleton.ts'

/**
 * A seam between the desk and the desks beside it. `oneDesk` works until a plug-in installs another implementation,
 * once, when the process starts. See docs/decisions/047-several-desks.md.
 */
export function createPort<Contract>(name: string, oneDesk: Contract) {
  const holder = () => singleton(`port-${name}`, () => ({ installed: oneDesk }))
  return {
    get: (): Contract => holder().installed,
    install(contract: Contract): void {
      holder().installed = contract
    },
  }
}
