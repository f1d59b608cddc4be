// Loads each library as a host does, in a process of its own, and prints those that ended it.
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **files) {
    for (int index = 1; index < count; index++) {
        pid_t child = fork();
        // Whether it can be loaded is not asked.
        if (child == 0) _exit(dlopen(files[index], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) == NULL);
        int status = 0;
        waitpid(child, &status, 0);
        if (!WIFEXITED(status)) printf("%s\n", files[index]);
    }
    return 0;
}
