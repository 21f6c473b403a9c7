import type { ReactNode } from 'react'

/** Notes below the field of a cell that is being edited: the reason of a refusal, and hints before saving. */
export function CellNotes({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div
      id={id}
      className="no-print absolute top-full z-20 mt-1 grid w-max max-w-72 gap-1.5 rounded-md bg-raised px-2.5 py-2 text-xs shadow-high max-sm:static max-sm:w-auto max-sm:bg-transparent max-sm:px-0 max-sm:shadow-none"
    >
      {children}
    </div>
  )
}

type CellNoteProps = { icon: ReactNode; className?: string; children: ReactNode }

export function CellNote({ icon, className = '', children }: CellNoteProps) {
  return (
    <p className={`flex gap-1.5 empty:hidden ${className}`}>
      {children && icon}
      {children}
    </p>
  )
}
