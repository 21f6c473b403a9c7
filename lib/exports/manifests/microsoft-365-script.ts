import type { ArchiveText, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import type { ArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { toPowerShellString } from './powershell.ts'
import { writeScript } from './script-frame.ts'

/**
 * Writes a Graph PowerShell script that sets the photos in Microsoft 365. It finds users by email address, taken as the
 * UPN. An account that refuses the large photo gets the small one: without a mailbox the limit is 100 kB.
 */
export function writeMicrosoft365Script(included: IncludedPhoto[], texts: ArchiveTexts): ArchiveText {
  const rows = included.map(({ employee, files }) => ({
    User: employee.email.trim(),
    File: files[0]?.fileName ?? '',
    Small: files[1]?.fileName ?? '',
  }))
  const small = toPowerShellString(texts('script.small', { user: '{0}', reason: '{1}' }))
  const bytes = writeScript(
    {
      module: 'Microsoft.Graph.Users',
      rows,
      prepare: ["Connect-MgGraph -Scopes 'ProfilePhoto.ReadWrite.All', 'User.ReadBasic.All'", ''],
      findAccount: ['$null = Get-MgUser -UserId $photo.User -Property Id'],
      setPhoto: [
        'try {',
        '    Set-MgUserPhotoContent -UserId $photo.User -InFile $path',
        '} catch {',
        '    $small = [System.IO.Path]::Combine($PSScriptRoot, $photo.Small)',
        '    Set-MgUserPhotoContent -UserId $photo.User -InFile $small',
        `    Write-Warning (${small} -f $photo.User, $_.Exception.Message)`,
        '}',
      ],
    },
    texts,
  )
  return { name: 'set-microsoft-365-photos.ps1', bytes }
}
