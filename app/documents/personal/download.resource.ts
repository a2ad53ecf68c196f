import { href } from 'react-router'
import { memberFrom } from '../../accounts/session/session.server'
import { download, downloadOrExplain, plainAnswer } from '../../storage/downloads.server'
import { FAILED_DOWNLOAD, MISSING_DOCUMENT } from '../rules'
import { personalFiles } from '../stored.server'
import type { Route } from './+types/download.resource'
import { personalDocumentFor } from './access.queries.server'

/** Serves a personal document; 404 for everybody but its person and the office. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return downloadOrExplain(request, href('/dashboard'), FAILED_DOWNLOAD, async () => {
    const document = await personalDocumentFor(memberFrom(context), params.file)
    if (!document) return plainAnswer(MISSING_DOCUMENT, 404)
    const { filePath: path, fileName: name, fileType: type } = document
    const file = { path, name, type, cacheControl: 'private, no-store' }
    return download(request, personalFiles, file)
  })
}
