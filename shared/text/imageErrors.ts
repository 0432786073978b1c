/** What happened to a task, to an image on its way to the library, or to a reference preview; part of `errors`. */
export const imageErrors = {
  taskFailed: {
    cause: 'The service couldn’t finish this task.',
    next: 'Queueing it again makes a new, paid request.',
  },
  taskCancelled: {
    cause: 'This task was cancelled on the service’s side.',
    next: 'Queueing it again makes a new, paid request.',
  },
  taskUnknown: {
    cause: 'The service no longer recognises this task.',
    next: 'Check the service’s page, or ask again: asking is free.',
  },
  taskAskedElsewhere: {
    cause: 'The service says to ask for this task at {{origin}}.',
    next: 'That address gets the API key only if you allow it. Nothing is sent again.',
  },
  taskUnproven: {
    cause: 'The answer seems to name a task, but the service knows no such task.',
    next: 'Check the service’s page before you decide.',
  },
  taskOverdue: {
    cause: 'This task is taking much longer than others.',
    next: 'Cyanotype keeps checking, but less often. You can stop waiting.',
  },
  taskUnreadable: {
    cause: 'What the service says about this task can’t be read. Last time: $t(errors.{{code}}.cause)',
    next: 'Cyanotype keeps asking, for free; nothing is sent again. You can also check the service’s page.',
  },
  taskAnsweredByErrors: {
    cause: 'Asked about this task, the service answers with an error. Last time: $t(errors.{{code}}.cause)',
    next: 'Cyanotype keeps asking, for free; nothing is sent again. You can also check the service’s page.',
  },
  taskWithoutImage: {
    cause: 'The service says it’s done but gives no image.',
    next: 'Ask again: asking is free. Or check the service’s page.',
  },
  imageFound: {
    cause: 'Found in the answer: is this it?',
    next: 'Yes saves it as an image of this request. Nothing is sent again.',
  },
  imageFoundUnfetched: {
    cause: 'The answer has an address that may be the image, but it gave none.',
    next: 'Look at the answer under “What was sent”, or at the service’s page.',
  },
  placeAbsent: {
    cause: 'The stored answer has no such place.',
    next: 'Choose a value in the answer that is shown.',
  },
  placeUnfit: {
    cause: 'This value can’t be what you chose.',
    next: 'For an image, choose its address or its base64; for a task address, a URL or a path.',
  },
  itemMissing: {
    cause: 'The service made fewer images than you asked for.',
    next: 'Asking for the missing one makes a new, paid request.',
  },
  imageUndelivered: {
    cause: 'The service finished without delivering this image.',
    next: 'Ask again: asking is free. Or check the service’s page.',
  },
  removedRefused: {
    cause: '{{connection}} was removed, and this can’t be fetched. $t(errors.{{code}}.cause)',
    next: 'Cyanotype keeps trying from time to time, for free. To fix it, bring the connection back.',
  },
  movedRefused: {
    cause: '{{connection}} has a new address, and this was sent to the old one. $t(errors.{{code}}.cause)',
    next: 'Cyanotype keeps trying from time to time, for free. To get it, give the connection its old address and key.',
  },

  imageExpired: {
    cause: 'The image’s address no longer works.',
    next: 'Try the download again: it’s free. Or get it from the service’s page.',
  },
  imageRefused: {
    cause: 'The image’s server refused the download.',
    next: 'Try the download again: it’s free.',
  },
  imageTooLarge: {
    cause: 'The image is too large for Cyanotype to download.',
    next: 'Get it from the service’s page.',
  },
  imageNotAnImage: {
    cause: 'What came isn’t in any format that Cyanotype knows. The file is kept.',
    next: 'Save it to look at it yourself. Or try the download again: it’s free.',
  },
  imageUndecodable: {
    cause: 'The image is damaged. The file is kept as it came.',
    next: 'Try the download again: it’s free. Or save the file to look at it yourself.',
  },
  imageSlow: {
    cause: 'Checking this image is taking too long.',
    next: 'The file is kept and checked again every hour. You can also try now: it’s free.',
  },
  decoderEnded: {
    cause:
      'This image couldn’t be checked: the part of Cyanotype that reads images stopped while reading it.',
    next: 'The file is kept and checked again every hour. You can also try now: it’s free.',
  },
  imageAddressForbidden: {
    cause: 'The service says the image is at {{host}}, where no image can be. It wasn’t fetched.',
    next: 'Ask the service why it gives this address.',
  },
  imageHostForbidden: {
    cause: 'The image’s host name, {{host}}, leads to an address where no image can be.',
    next: 'A filter in your network may cause that. Cyanotype keeps trying, for free; nothing is sent again.',
  },
  imageHostPrivate: {
    cause: 'An image is at {{origin}}, inside your network.',
    next: 'The service itself is elsewhere. If you trust this address, allow it for this connection. Nothing is sent until you answer.',
  },
  proxyNumbersRefused: {
    cause: 'Your proxy doesn’t connect to {{host}} by its IP address.',
    next: 'If it looks up names itself, allow that, and it’s given the name instead. Nothing is sent until you answer.',
  },
  proxyNamesUnknown: {
    cause: 'An image is at {{host}}, which this computer can’t find. It may be inside your network.',
    next: 'If your proxy can look up names, allow that, and the image is fetched through it. Nothing is sent until you answer.',
  },
  imageVanished: {
    cause: 'The image was downloaded, but its file vanished from the library folder before it was saved.',
    next: 'Find out what clears that folder, then try the download again: it’s free. Or get it from the service’s page.',
  },
  imageLost: {
    cause: 'The image’s file is no longer in the library.',
    next: 'Look for it in the trash or in a backup.',
  },
  imagePlaceTaken: {
    cause: 'Something else is at {{file}}, where this image was.',
    next: 'Move it elsewhere, then ask again.',
  },
  imageStuck: {
    cause: 'This image hasn’t been downloaded yet. Last time: $t(errors.{{code}}.cause)',
    next: 'Cyanotype keeps trying, for free; nothing is sent again. You can also get it from the service’s page.',
  },
  imageGivenUp: {
    cause: 'You gave up on this image.',
    next: 'If you want it after all, try the download again: it’s free.',
  },

  fileShort: {
    cause: 'Part of the image’s file is missing.',
    next: 'Look for a complete copy in a backup.',
  },
  fileUnreadable: {
    cause: 'The image’s file can’t be read as an image.',
    next: 'Look for a complete copy in a backup.',
  },
  fileMisnamed: {
    cause: 'The name of the image’s file doesn’t end with {{ending}}, as its format needs.',
    next: 'Use “Show in folder” to open it yourself. Or rename it, then bring it in again.',
  },
  filesIncomplete: {
    cause: 'Of {{total}} images, {{missing}} don’t have their complete file in the library.',
    next: 'Select only images whose files are there.',
  },
  bringingBusy: {
    cause: 'Images are being brought in already.',
    next: 'Wait until they are in the library, or stop bringing them in.',
  },
  sourceSilent: {
    cause: 'The folder with the images isn’t responding.',
    next: 'Check its drive or its network, then try again.',
  },
  filesTooMany: {
    cause: 'You can hand up to {{maximum}} files to another program at once.',
    next: 'Select fewer, or export them.',
  },
  copyTooLarge: {
    cause: 'This image is too large for the clipboard.',
    next: 'Copy or drag its file instead.',
  },
  formatNotShown: {
    cause: 'Cyanotype keeps {{format}} files as they came. It doesn’t open, copy or drag them as images.',
    next: 'Use “Show in folder” to open it yourself. Or export the originals.',
  },
  clipboardUnfit: {
    cause: 'Cyanotype can’t put this on the clipboard of your system.',
    next: 'Drag the image to the other program instead.',
  },

  previewForbidden: {
    cause: 'This address is inside a private network, so it isn’t previewed.',
    next: 'It can still be sent, but the service may not reach it either.',
  },
  previewRefused: {
    cause: 'The address answered with {{status}} and no image.',
    next: 'Links like this often expire, so the service may not get it either.',
  },
  previewTooLarge: {
    cause: 'What’s at this address is too large to preview.',
    next: 'It can still be sent.',
  },
  previewNotAnImage: {
    cause: 'There’s no image at this address that can be shown.',
    next: 'Open it in a browser to see it. It can still be sent.',
  },
  previewUnreached: {
    cause: 'Nothing came back from this address.',
    next: 'Check the address and the network, then try again. It can still be sent.',
  },
  previewNameUnknown: {
    cause: 'This computer can’t find {{host}}. It may be inside your network.',
    next: 'If your proxy can look up names, turn that on in the connection’s settings. It can still be sent.',
  },
} as const
