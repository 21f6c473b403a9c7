import { closeToast, toast } from '#components/ui/toast/toast.ts'

/** How long a saved change can be taken back. */
const OFFERED_MS = 5 * 60_000
const OFFERS_MAX = 20

type Offer = { employeeId: number; toastId: string; until: number; undo: () => Promise<void> }

let offers: readonly Offer[] = []

/** Offers to take a change back: in a toast, and by Ctrl Z or ⌘ Z while no field is being written in. */
export function offerUndo({
  employeeId,
  title,
  action,
  undo,
}: Pick<Offer, 'employeeId' | 'undo'> & { title: string; action: string }): void {
  const run = () => take(offer)
  const toastId = toast({ title, tone: 'positive', action: { label: action, onPress: run } })
  const offer: Offer = { employeeId, toastId, undo, until: performance.now() + OFFERED_MS }
  offers = [...offers, offer].slice(-OFFERS_MAX)
  document.addEventListener('keydown', undoOnKey)
}

/** Once a mail has gone out, earlier changes cannot be taken back either: that would send another mail. */
export function forgetUndo(employeeId: number): void {
  for (const offer of offers) if (offer.employeeId === employeeId) withdraw(offer)
}

function take(offer: Offer): void {
  if (!offers.includes(offer)) return
  withdraw(offer)
  void offer.undo()
}

function withdraw(offer: Offer): void {
  offers = offers.filter(other => other !== offer)
  closeToast(offer.toastId)
}

function undoOnKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
  if (event.shiftKey || event.altKey || event.defaultPrevented) return
  const { target } = event
  if (target instanceof Element && target.closest('input, textarea, select, [role=dialog]')) return
  const offer = offers.findLast(({ until }) => until > performance.now())
  if (!offer) return
  event.preventDefault()
  take(offer)
}
