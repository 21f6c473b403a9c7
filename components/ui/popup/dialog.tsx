import { ModalWindow, type WindowProps } from './modal-window.tsx'

/** Asks one question that stops everything else. The focus stays inside and returns to where it was. */
export function Dialog(props: WindowProps) {
  return <ModalWindow place="center" {...props} />
}
