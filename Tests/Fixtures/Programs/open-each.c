// Loads each library as a host does, each in a forked process of its own, and prints those whose
// process was killed by a signal.
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **files) {
    for (int index = 1; index < count; index++) {
        pid_t child = fork();
        // A failure to load is not reported.
        if (child == 0) _exit(dlopen(files[index], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) == NULL);
        int status = 0;
        waitpid(child, &status, 0);
        if (!WIFEXITED(status)) printf("%s\n", files[index]);
    }
    return 0;
}
