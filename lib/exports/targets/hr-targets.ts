import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { defineTarget } from './target.ts'

/** `report.html` and `report.csv`, which count as files of the archive. */
const REPORT_FILES = 2
/** The table and its instructions. */
const MANIFEST_FILES = 2

/** HR systems that read an archive of photos or a list of files, and those that take photos one by one. */
export const HR_TARGETS = [
  // Bulk upload is for documents only (support.personio.de 115002836389, at most 100); its API reads profile pictures
  // and accepts none.
  defineTarget({
    id: 'personio',
    name: { de: 'Personio', en: 'Personio' },
    how: {
      de: 'Personio nimmt Profilbilder einzeln an: Öffnen Sie dort die Person und laden Sie die Datei hoch, die wie ihre Personalnummer heißt. Der Import vieler Dateien auf einmal ist in Personio nur für Dokumente da.',
      en: 'Personio takes profile pictures one by one: open the person there and upload the file that is named after their employee number. Importing many files at once is for documents only in Personio.',
    },
    naming: BY_NUMBER,
    renditions: [{ rendering: { width: 600, height: 600, format: 'jpeg', max_bytes: 1_000_000 } }],
    overrides: ['naming', 'variant'],
  }),
  // The web service Put_Worker_Photo takes one photo per call, by worker id; integrations read `100001.jpg`
  // (help.remotephoto.ai/article/154).
  defineTarget({
    id: 'workday',
    name: { de: 'Workday', en: 'Workday' },
    how: {
      de: 'Geben Sie dieses ZIP denen, die Ihr Workday betreuen; sie laden die Fotos über eine Schnittstelle hinein („Put_Worker_Photo“). Jede Datei heißt wie die Personalnummer; in Workday muss dieselbe Nummer als „Worker ID“ stehen.',
      en: 'Give this ZIP to whoever looks after your Workday; they load the photos by a web service (“Put_Worker_Photo”). Each file is named after the employee number; Workday must have the same number as the worker ID.',
    },
    naming: BY_NUMBER,
    renditions: [{ rendering: { width: 600, height: 600, format: 'jpeg', max_bytes: 1_000_000 } }],
    overrides: ['naming', 'variant'],
  }),
  // The digital personnel file holds documents; no import of photos is documented (apps.datev.de/help-center).
  defineTarget({
    id: 'datev',
    name: { de: 'DATEV (Digitale Personalakte)', en: 'DATEV (digital personnel file)' },
    search_words: { de: 'Lohn, Personalakte', en: 'payroll, personnel file' },
    how: {
      de: 'DATEV kann Fotos nicht gesammelt einlesen; legen Sie jedes Foto als Dokument in die digitale Personalakte der Person. Jede Datei heißt wie die Personalnummer, mit dem Tag des Fotos.',
      en: 'DATEV cannot read many photos at once; put each photo into the person’s digital personnel file as a document. Each file is named after the employee number, with the day of the photo.',
    },
    naming: { ...BY_NUMBER, template: '{mitarbeiternummer}_{edited}' },
    renditions: [{ rendering: { width: 600, height: 800, format: 'jpeg', max_bytes: 1_000_000 } }],
    overrides: ['naming', 'variant'],
  }),
  // JPG up to 2 MB, better 100 KB, 3:4; no special characters; 20,000 files per folder (SAP KBA 2220377, 2094242).
  defineTarget({
    id: 'sap-successfactors',
    name: { de: 'SAP SuccessFactors', en: 'SAP SuccessFactors' },
    how: {
      de: 'Laden Sie die entpackten Fotos und photos.csv in das Fotoverzeichnis Ihres SFTP-Kontos und starten Sie dort den Fotoimport. Die Spalte „Username“ enthält die Personalnummer; genau so, auch groß und klein, muss der Benutzername in SuccessFactors geschrieben sein.',
      en: 'Upload the unpacked photos and photos.csv to the photo folder of your SFTP account and start the photo import there. The column “Username” holds the employee number and must equal the user name, also in upper and lower case.',
    },
    naming: BY_NUMBER,
    characters: 'plain',
    renditions: [{ rendering: { width: 180, height: 240, format: 'jpeg', max_bytes: 100_000 } }],
    overrides: ['naming', 'variant'],
    manifests: [
      {
        kind: 'table',
        file: 'photos.csv',
        separator: ',',
        quotes: false,
        formulas: 'raw',
        columns: [
          { header: 'Username', value: '{key}' },
          { header: 'Filename', value: '{file}' },
        ],
      },
    ],
    limits: { photos: 20_000 - REPORT_FILES - MANIFEST_FILES },
  }),
  // A ZIP whose files are named by employee ID or work e-mail (help.hibob.com 4532656636177).
  defineTarget({
    id: 'hibob',
    name: { de: 'HiBob', en: 'HiBob' },
    how: {
      de: 'Laden Sie das ZIP in Bob beim Import von Profilfotos hoch. Jede Datei heißt wie die dienstliche E-Mail-Adresse; wählen Sie diese als Zuordnung.',
      en: 'Upload the ZIP in Bob where profile photos are imported. Each file is named after the work e-mail address; choose that for matching.',
    },
    naming: { ...BY_NUMBER, template: '{email}' },
    renditions: [{ rendering: { width: 800, height: 800, format: 'jpeg' } }],
    overrides: ['naming', 'variant'],
  }),
  // Square within one pixel, at least 150, at most 20 MB (documentation.bamboohr.com, upload-employee-photo).
  defineTarget({
    id: 'bamboohr',
    name: { de: 'BambooHR', en: 'BambooHR' },
    how: {
      de: 'Entpacken Sie das ZIP und laden Sie jedes Foto auf der Seite der Person hoch, oder geben Sie den Ordner an Ihre Schnittstelle zu BambooHR. Alle Bilder sind quadratisch, und jedes heißt wie die Personalnummer.',
      en: 'Unpack the ZIP and upload each photo on the page of its person, or hand the folder to your BambooHR integration. All pictures are square, and each is named after the employee number.',
    },
    naming: BY_NUMBER,
    renditions: [{ rendering: { width: 600, height: 600, format: 'jpeg', max_bytes: 20_000_000 } }],
    overrides: ['naming', 'variant'],
  }),
  // FirstName_LastName or login; a ZIP of at most 150 files and 60 MB (support.lucca.fr 360029020191).
  defineTarget({
    id: 'lucca',
    name: { de: 'Lucca', en: 'Lucca' },
    how: {
      de: 'Laden Sie jedes ZIP unter Einstellungen > Import > Dateien hoch und lassen Sie „Benutzernamen der Dateien erkennen“ angehakt. Die Liste, die Lucca danach anbietet, importieren Sie im Bereich „Benutzer“.',
      en: 'Upload each ZIP under Settings > Import > Files and keep “Detect the file user names” ticked. Then import the list that Lucca offers into the section “Users”.',
    },
    naming: { ...BY_NUMBER, template: '{first_name}_{last_name}' },
    renditions: [{ rendering: { width: 600, height: 600, format: 'jpeg', max_bytes: 400_000 } }],
    overrides: ['naming', 'variant'],
    limits: { photos: 150 - REPORT_FILES, bytes: 60_000_000 },
  }),
]
