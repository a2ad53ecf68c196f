import type { Register } from 'react-router'

type Pattern = keyof Register['pages'] | '/admin/*'

/** Addresses of `routes.ts` that accept larger forms than others. */
export const LARGE_FORMS: Record<'withoutFiles' | 'withFiles', readonly Pattern[]> = {
  /**
   * Forms that carry a saved form through the sign-in (`accounts/session/saved-form.server.ts`), the register of a
   * lesson, which is posted whole without a script, and the forms of the office.
   */
  withoutFiles: ['/auth', '/auth/codice', '/ripresa', '/docente/:edition/lezioni/:lesson', '/admin/*'],
  /** Their actions read files as a stream (`storage/uploads.server.ts`). */
  withFiles: [
    '/admin/documents',
    '/admin/courses/:course/pdf',
    '/admin/courses/:course/documenti/foto',
    '/admin/courses/:course/lezioni/:lesson/report',
    '/admin/courses/:course/messaggi/nuovo',
    '/admin/pagamenti/estratto',
    '/admin/iscrizioni/:enrolment/documento',
    '/admin/impostazioni/sedi/:office/foto',
    '/admin/impostazioni/squadra/:colleague/foto',
  ],
}
