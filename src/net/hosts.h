/* Whose name a request is for. A page of a foreign name can let that name point at us (DNS rebinding): its requests then
 * come from the browser of somebody who may reach us, with `Host` and `Origin` alike. So only names that are ours count. */
#ifndef CR_HOSTS_H
#define CR_HOSTS_H

#include "base/base.h"

/* Is the value of a Host header an address in figures, `localhost`, or one of `names` (NULL ends)? A port may follow. */
bool net_is_our_name(const char *host, const char *const *names);

#endif
