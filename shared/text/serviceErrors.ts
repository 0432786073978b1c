/**
 * What happened on the way to the service and back, and what the service said; part of `errors`. `cause_image`: the
 * same on the way to an image, which may be on another host. `next_worked`: the service answered at its address before.
 */
export const serviceErrors = {
  hostNotFound: {
    cause: 'The service’s host name can’t be found.',
    cause_image: 'The host in the image’s address can’t be found.',
    next: 'Check the base URL. Cyanotype retries automatically.',
    next_worked: 'It worked before: check the network. Cyanotype retries automatically.',
  },
  connectionRefused: {
    cause: 'Nothing answers at the service’s address.',
    cause_image: 'Nothing answers at the image’s address.',
    next: 'Check the base URL. Cyanotype retries automatically.',
    next_worked: 'It worked before, so the service may be down. Cyanotype retries automatically.',
  },
  hostUnreachable: {
    cause: 'The service can’t be reached from this network.',
    cause_image: 'The image’s address can’t be reached from this network.',
    next: 'Check the network. Cyanotype retries automatically.',
  },
  connectTimeout: {
    cause: 'Connecting to the service took too long.',
    cause_image: 'Connecting to the image’s address took too long.',
    next: 'Cyanotype retries automatically.',
  },
  tlsFailed: {
    cause: 'A secure connection couldn’t be made.',
    cause_image: 'A secure connection to the image’s address couldn’t be made.',
    next: 'Check the base URL and the network. Cyanotype retries automatically.',
    next_worked: 'It worked before: check the network. Cyanotype retries automatically.',
  },
  certificateUntrusted: {
    cause: 'This computer doesn’t trust the service’s certificate.',
    cause_image: 'This computer doesn’t trust the certificate at the image’s address.',
    next: 'Check the base URL and this computer’s clock, then resume.',
    next_worked: 'It worked before: check the network and this computer’s clock, then resume.',
  },
  proxyRefused: {
    cause: 'The proxy blocked the connection.',
    next: 'Check the system’s proxy settings. Cyanotype retries automatically.',
  },
  offline: {
    cause: 'This computer is offline.',
    next: 'Sending resumes automatically when the network is back.',
  },

  connectionLost: {
    cause: 'The connection dropped before the service answered.',
    cause_image: 'The connection dropped before the whole image arrived.',
    next: 'It may be billed. Check the service’s page before you send it again.',
  },
  answerTimeout: {
    cause: 'The service didn’t answer in time.',
    cause_image: 'The image’s address stopped answering.',
    next: 'It may be billed. Check the service’s page before you send it again.',
  },
  answerTooLarge: {
    cause: 'The service’s answer was larger than any image could be.',
    next: 'It may be billed. Check the service’s page before you send it again.',
  },
  answerUnreadable: {
    cause: 'The service’s answer couldn’t be read.',
    cause_image: 'The answer from the image’s address couldn’t be read.',
    next: 'It may be billed. Check the service’s page before you send it again.',
  },
  answerEmpty: {
    cause: 'The service’s answer had neither a task nor an image.',
    next: 'It may be billed. Check the service’s page before you send it again.',
  },
  answerHtml: {
    cause: 'A web page answered instead of the service.',
    cause_image: 'A web page came instead of the image.',
    next: 'Check the base URL and path prefix, and whether this network asks for a login.',
  },
  answerText: {
    cause: 'The answer was text that isn’t JSON.',
    cause_image: 'Text came instead of the image.',
    next: 'It may be billed. Read the text under Details, and check the base URL and path prefix.',
  },
  interrupted: {
    cause: 'Cyanotype quit first, before an answer came.',
    next: 'It may be billed. Check the service’s page before you send it again.',
  },
  imagesHere: {
    cause: 'The library has images of this request already, so it was sent before.',
    next: 'See whether they are all there: sent again, it may be billed again.',
  },

  keyMissing: {
    cause: 'This connection has no API key.',
    next: 'Add the key. Then Cyanotype goes on with what’s waiting.',
  },
  keyRefused: {
    cause: 'The service refused the API key.',
    next: 'Replace the key. Then Cyanotype goes on with what’s waiting.',
  },
  creditExhausted: {
    cause: 'Your account has no credit left.',
    next: 'Add credit on the service’s page, then resume.',
  },
  accessBarred: {
    cause: 'The service doesn’t allow this account to generate images from here, or before it is verified.',
    next: 'See what it said under Details, settle that on the service’s page, then resume.',
  },
  modelDenied: {
    cause: 'The service doesn’t allow your account to use this model.',
    next: 'Choose another model, or ask the service for access, and queue it again.',
  },
  rateLimited: {
    cause: 'The service asked Cyanotype to slow down.',
    cause_image: 'The image’s address asked Cyanotype to slow down.',
    next: 'Sending resumes automatically when the service allows it.',
  },
  requestRefused: {
    cause: 'The service refused this request.',
    next: 'See what it said under Details, change the request and queue it again.',
  },
  notFound: {
    cause: 'The service has nothing at this address.',
    next: 'Check the path prefix and the model name.',
  },
  redirected: {
    cause: 'The service redirects to {{location}}. Your key isn’t sent there.',
    next: 'If that’s the right address, enter it as the connection’s base URL.',
  },
  moderated: {
    cause: 'Refused by the service’s safety rules.',
    next: 'Change the prompt and queue it again.',
  },
  serviceFailed: {
    cause: 'The service couldn’t process this request.',
    next: 'Queueing it again makes a new, paid request.',
  },
  serviceUnclear: {
    cause: 'The service failed and didn’t say whether it accepted the request.',
    cause_image: 'The image’s address failed for now.',
    next: 'It may be billed. Check the service’s page before you send it again.',
  },
} as const
