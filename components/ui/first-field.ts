/** The first field inside, as Tab would reach it: of radio buttons the one that is chosen. */
export function findFirstField(within: HTMLElement | null): HTMLElement | null {
  return (
    within?.querySelector<HTMLElement>('input:not([type=radio]), input:checked, select, textarea') ?? null
  )
}
