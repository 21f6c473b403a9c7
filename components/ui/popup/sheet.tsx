import { ModalWindow, type SheetProps } from './modal-window.tsx'

/** Shows one record in full, at the side; on a phone it is the whole screen. */
export function Sheet(props: SheetProps) {
  return <ModalWindow place="side" {...props} />
}
