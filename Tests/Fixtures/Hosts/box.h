#ifndef BOX_H
#define BOX_H

#include <restoration/plugin.h>

extern const restoration_class box_class, ball_class;

#endif
