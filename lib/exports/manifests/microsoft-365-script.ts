import type { ArchiveText, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import type { ArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { writeScript } from './script-frame.ts'

/** Sets the photos in Microsoft 365 by Graph PowerShell; people are found by their e-mail, taken for the UPN. */
export function writeMicrosoft365Script(included: IncludedPhoto[], texts: ArchiveTexts): ArchiveText {
  const rows = included.map(({ employee, files }) => ({
    User: employee.email.trim(),
    File: files[0]?.fileName ?? '',
  }))
  const bytes = writeScript(
    {
      module: 'Microsoft.Graph.Users',
      rows,
      prepare: ["Connect-MgGraph -Scopes 'ProfilePhoto.ReadWrite.All'", ''],
      setPhoto: ['Set-MgUserPhotoContent -UserId $photo.User -InFile $path'],
    },
    texts,
  )
  return { name: 'set-microsoft-365-photos.ps1', bytes }
}
